export { DomainError, isDomainError, type Issue } from '@drive/access';
