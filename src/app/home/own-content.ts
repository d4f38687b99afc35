import type { Cid } from '#media/content/cid.ts'
import type { App } from '../create-app.ts'

/** What the content store has or should have: by its rows, its files and the journals of imports. */
export const ownContent = async ({
  content,
  imports,
}: Pick<App, 'content' | 'imports'>): Promise<readonly Cid[]> => [
  ...new Set([...(await content.names()), ...imports.content()]),
]
