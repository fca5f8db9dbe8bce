import { useMessages } from '../i18n/i18n-provider.tsx';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuChoice } from '../ui/menu.tsx';

interface Choice {
  readonly label: string;
  /** Empty: any. */
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

/** One filter: any value, or one of several. */
export default function ChoicePopup({ anchor, content, onClose }: MenuPopupProps<Choice>) {
  const { search } = useMessages();
  return (
    <AnchoredMenu anchor={anchor} align="start" onClose={onClose}>
      <MenuChoice {...content} options={[['', search.any] as const, ...content.options]} />
    </AnchoredMenu>
  );
}
