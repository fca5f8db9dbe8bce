import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuItem } from '../ui/menu.tsx';

/** Something that an administrator can do with an account. */
export interface UserAction {
  readonly text: string;
  /** The text with the account, for screen readers. */
  readonly label: string;
  readonly danger?: boolean;
  readonly run: () => void;
}

/** The actions for which a narrow list has no place beside an account. */
export default function UserActionsMenu({ anchor, content, onClose }: MenuPopupProps<readonly UserAction[]>) {
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      {content.map(({ text, danger = false, run }) => (
        <MenuItem key={text} danger={danger} onClick={run}>
          {text}
        </MenuItem>
      ))}
    </AnchoredMenu>
  );
}
