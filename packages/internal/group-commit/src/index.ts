export { createGroupCommit, type CommitSteps, type GroupCommit, type GroupCommitOptions } from './group-commit.ts';
