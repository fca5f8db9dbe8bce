import type { Child } from 'hono/jsx';
import { isoTime } from '../platform/clock.ts';
import { KindIcon, type IconName } from './kind-icon.tsx';
import { Name } from './name.tsx';

const LONG_NAME = 60;

/** What a link's page is about: its name, what there is to say of it, and what it is to the eye. */
export function PageHead(props: { icon?: IconName | undefined; name: string; children?: Child }) {
  return (
    <div class="file">
      {props.icon !== undefined && <KindIcon kind={props.icon} />}
      <div>
        <h1 class={props.name.length > LONG_NAME ? 'long' : undefined} dir="auto">
          <Name name={props.name} />
        </h1>
        {props.children}
      </div>
    </div>
  );
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `1 Dec 2026, 09:30 UTC` */
export const Moment = ({ at }: { at: number }) => <time datetime={isoTime(at)}>{dateFormat.format(at)} UTC</time>;

/** What somebody wrote, with its lines. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <p dir="auto">{line}</p>
        ))}
    </>
  );
}
