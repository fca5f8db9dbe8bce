interface ProgressProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly kind?: 'normal' | 'bad' | 'good';
}

const track = 'color-mix(in srgb, var(--edge) 35%, transparent)';
const colors = { normal: 'bg-accent', bad: 'bg-bad', good: 'bg-good' };

export function Progress({ label, value, kind = 'normal' }: ProgressProps) {
  const percent = Math.round(Math.min(1, value) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent}%`}
    >
      <div className="h-1.5 overflow-hidden rounded-full" style={{ background: track }}>
        <div
          className={`h-full rounded-full transition-[width] ${colors[kind]}`}
          style={{ width: `${percent}%`, minWidth: value > 0 ? 3 : 0 }}
        />
      </div>
    </div>
  );
}
