export { GroupCommit, type CommitSteps, type GroupCommitOptions } from './group-commit.ts';
