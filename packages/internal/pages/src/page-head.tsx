import { isoTime } from '@drive/base';
import type { Child } from 'hono/jsx';
import { KindIcon, type IconName } from './kind-icon.tsx';
import { formatMoment } from './language.ts';

const LONG_NAME = 60;

interface PageHeadProps {
  readonly icon?: IconName | undefined;
  /** URL of an image in the place of the icon. */
  readonly cover?: string | undefined;
  readonly name: string;
  readonly children?: Child;
}

export function PageHead(props: PageHeadProps) {
  return (
    <div class="file">
      {props.cover !== undefined ? (
        <img class="cover" src={props.cover} alt="" />
      ) : (
        props.icon !== undefined && <KindIcon kind={props.icon} />
      )}
      <div>
        <h1 class={props.name.length > LONG_NAME ? 'long' : undefined} dir="auto">
          <Name name={props.name} />
        </h1>
        {props.children}
      </div>
    </div>
  );
}

/** A word that may be wider than the line of a phone. */
const longWord = /\S{19,}/gu;
/** Boundaries inside a long word: after `_` and `-`, before a dot. */
const breaks = /(?<=[_-])(?=[^_.-])|(?<=[^.])(?=\.)/gu;
const mostBreaks = 5;

/** A name whose long words wrap at their boundaries first. */
export function Name({ name }: { name: string }) {
  let left = mostBreaks;
  const broken = name.replace(longWord, (word) => word.replace(breaks, () => (left-- > 0 ? '\0' : '')));
  return broken.split('\0').map((part, index) => (
    <>
      {index > 0 && <wbr />}
      {part}
    </>
  ));
}

/** `1 Dec 2026, 09:30 UTC` */
export const Moment = ({ at }: { at: number }) => <time datetime={isoTime(at)}>{formatMoment(at)} UTC</time>;

/** Text of a user, one paragraph per line. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <p dir="auto">{line}</p>
        ))}
    </>
  );
}
