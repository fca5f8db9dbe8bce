import { Progress as BaseProgress } from '@base-ui/react/progress';

interface ProgressProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly kind?: 'normal' | 'bad' | 'good';
}

const colors = { normal: 'bg-accent', bad: 'bg-bad', good: 'bg-good' };

export function Progress({ label, value, kind = 'normal' }: ProgressProps) {
  return (
    <BaseProgress.Root value={Math.round(Math.min(1, value) * 100)} aria-label={label}>
      <BaseProgress.Track className="h-1.5 overflow-hidden rounded-full bg-line">
        <BaseProgress.Indicator className={`h-full rounded-full transition-[width] ${colors[kind]}`} />
      </BaseProgress.Track>
    </BaseProgress.Root>
  );
}
