/** One of several compared implementations. `run` returns the figure of one round, in the scenario's unit. */
export interface Contender {
  readonly name: string;
  run(round: number): Promise<number>;
}

export interface Scenario {
  readonly name: string;
  readonly unit: string;
  /** `rate`: more is better. `amount`: less is better, e.g. memory. */
  readonly kind: 'rate' | 'amount';
  readonly contenders: readonly Contender[];
  /** Every round starts a new server, so that a round which is not counted warms nothing up. */
  readonly isFresh?: boolean;
  /** Goals for the ratio of Drive's median to the median of the contender. */
  readonly goals: readonly { readonly contender: string; readonly against: string; readonly ratio: number }[];
}

export interface Result {
  readonly scenario: Scenario;
  /** Figures of every round, by contender. */
  readonly figures: ReadonlyMap<string, readonly number[]>;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface Extent {
  readonly rounds: number;
  /** No round that is counted begins after so long, except for the first. Default: no limit. */
  readonly withinMs?: number | undefined;
}

/** `total` milliseconds from now on, of which each of the parts that are left gets an equal share of what is left. */
export function shareTime(total: number): (partsLeft: number) => number {
  const end = performance.now() + total;
  return (partsLeft) => Math.max(0, end - performance.now()) / partsLeft;
}

/**
 * Runs the contenders in turn, round by round, so that drift of the machine affects all alike; the first round is a
 * warm-up and not counted. The order rotates, so that no contender always follows the heaviest.
 */
export async function measure(
  scenario: Scenario,
  { rounds, withinMs = Number.POSITIVE_INFINITY }: Extent,
  onFigure: (contender: string, figure: number) => void,
): Promise<Result> {
  const began = performance.now();
  const figures = new Map<string, number[]>(scenario.contenders.map(({ name }) => [name, []]));
  for (let round = scenario.isFresh === true ? 1 : 0; round <= rounds; round++) {
    const passed = performance.now() - began;
    const roundMs = round === 0 ? 0 : passed / round;
    if ((figures.values().next().value?.length ?? 0) > 0 && passed + roundMs > withinMs) break;
    const turn = round % scenario.contenders.length;
    for (const contender of [...scenario.contenders.slice(turn), ...scenario.contenders.slice(0, turn)]) {
      const figure = await contender.run(round);
      if (round === 0) continue;
      figures.get(contender.name)?.push(figure);
      onFigure(contender.name, figure);
    }
  }
  return { scenario, figures };
}
