import { TrashView } from '../trash/trash-view.tsx';

export const TrashRoute = () => <TrashView />;
