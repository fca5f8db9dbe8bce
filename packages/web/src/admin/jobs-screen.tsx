import type { AdminJob } from '@drive/sdk';
import { useState } from 'react';
import CircleCheck from 'virtual:lucide/circle-check';
import { useAct } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { PagesView } from '../screen/pages-view.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card, type BadgeKind } from '../ui/card.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { Entry, FactLine } from '../ui/entry-list.tsx';
import { StatePage } from '../ui/state-page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { adminKeys, reloadList } from './admin-keys.ts';
import { FilterBar } from './filter-bar.tsx';

const refreshMs = 30_000;
const states = ['waiting', 'due', 'running', 'failed'] as const;
const kinds: Record<AdminJob['state'], BadgeKind> = { waiting: 'plain', due: 'accent', running: 'good', failed: 'bad' };

/** Background jobs; failed ones can be run again. */
export function JobsScreen() {
  const { jobs } = useMessages().admin;
  const { moment } = useFormats();
  useTitle(jobs.title);
  const act = useAct();
  const [state, setState] = useState<AdminJob['state'] | ''>('');
  const pages = usePages({
    queryKey: [...adminKeys.jobs, state],
    load: (cursor, signal) =>
      client.admin.jobs.list({ limit: 50, ...(state === '' ? {} : { state }), ...cursor }, { signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Card title={jobs.title} description={jobs.description}>
      <FilterBar>
        <SelectField
          className="sm:max-w-64"
          label={jobs.state}
          value={state}
          options={[['', jobs.all], ...states.map((each) => [each, jobs.states[each]] as const)]}
          onChange={({ target }) => setState(target.value as typeof state)}
        />
      </FilterBar>
      <PagesView
        label={jobs.title}
        pages={pages}
        empty={<StatePage icon={<CircleCheck size={36} />} title={jobs.none} />}
      >
        {(job) => (
          <Entry
            key={job.id}
            title={<code className="font-mono text-body">{job.name}</code>}
            badges={<Badge kind={kinds[job.state]}>{jobs.states[job.state]}</Badge>}
            details={
              <>
                <FactLine
                  facts={[
                    jobs.attempts({ count: job.attempts }),
                    job.failedAt === null
                      ? jobs.due({ when: moment(job.runAt) })
                      : jobs.failed({ when: moment(job.failedAt) }),
                  ]}
                />
                {job.lastError !== null && <span className="block text-bad">{job.lastError}</span>}
              </>
            }
            actions={
              (job.state === 'failed' || job.state === 'waiting') && (
                <Button
                  type="button"
                  disabled={act.isPending}
                  aria-label={jobs.retryOf({ name: job.name })}
                  onClick={() =>
                    act.run(async () => {
                      await client.admin.jobs.retry(job.id);
                      await reloadList('jobs');
                    }, jobs.retried)
                  }
                >
                  {jobs.retry}
                </Button>
              )
            }
          />
        )}
      </PagesView>
    </Card>
  );
}
