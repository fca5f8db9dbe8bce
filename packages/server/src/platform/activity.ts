/** Counts of the server's work since they were last taken. */
export interface ActivityCounts {
  receivedBytes: number;
  sentBytes: number;
  /** Attempts to deliver a webhook event that the receiver accepted. */
  deliveredAttempts: number;
  failedAttempts: number;
}

/** Counts for the statistics of administrators, kept in memory by each process also if no metrics are counted. */
export interface Activity {
  add(name: keyof ActivityCounts, by: number): void;
  /** Returns the counts and begins again at 0. */
  take(): Readonly<ActivityCounts>;
}

export function createActivity(): Activity {
  const none = { receivedBytes: 0, sentBytes: 0, deliveredAttempts: 0, failedAttempts: 0 };
  let counts: ActivityCounts = { ...none };
  return {
    add: (name, by) => void (counts[name] += by),
    take: () => {
      const taken = counts;
      counts = { ...none };
      return taken;
    },
  };
}
