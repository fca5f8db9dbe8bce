import { useMessages } from '../i18n/i18n-provider.tsx';
import { FixedAreaFrame } from '../screen/area-frame.tsx';

// Loaded together.
export { PasteScreen } from '../pastes/paste-screen.tsx';
export { PastesScreen } from '../pastes/pastes-screen.tsx';
export { ProofingScreen } from '../proofings/proofing-screen.tsx';
export { ProofingsScreen } from '../proofings/proofings-screen.tsx';
export { RequestScreen } from '../requests/request-screen.tsx';
export { RequestsScreen } from '../requests/requests-screen.tsx';
export { SharesView } from './shares-view.tsx';

/** The frame of the screens for links of all kinds. */
export function SharedFrame() {
  const { shared } = useMessages().sharing;
  return (
    <FixedAreaFrame
      title={shared.title}
      tabs={[
        { to: '/shared', label: shared.areas.links, isExact: true },
        { to: '/shared/requests', label: shared.areas.requests },
        { to: '/shared/proofings', label: shared.areas.proofings },
        { to: '/shared/pastes', label: shared.areas.pastes },
      ]}
    />
  );
}
