import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { pageResponse, type PageOptions } from './layout.tsx';

/** Responds with a page of one card below its title, and optionally a line of links below the card. */
export function cardPage(context: Context, page: PageOptions, card: Child, below?: Child): Promise<Response> {
  return pageResponse(
    context,
    page,
    <>
      <section class="card">
        <h1>{page.title}</h1>
        {card}
      </section>
      {below !== undefined && below !== false && <p class="below">{below}</p>}
    </>,
  );
}
