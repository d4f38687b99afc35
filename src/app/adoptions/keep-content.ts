import { type AnyCid, type Cid, readCid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import { type BlockSource, resolvePath } from '#media/content/walk-dag.ts'
import type { ContentFetcher } from './fetch-content.ts'
import type { AdoptionJournal } from './journal.ts'

export type MissingContent = { readonly cid: AnyCid; readonly message: string }

export type KeptContent = {
  /** In the content store, as whole files. */
  readonly files: readonly Cid[]
  /** As the archives of their blocks. */
  readonly archives: readonly AnyCid[]
  readonly bytes: number
  /** What no gateway gave. */
  readonly missing: readonly MissingContent[]
}

export type ContentKeeping = {
  /** Fetches what is not on this computer, and walks the paths that were not walked yet. */
  readonly keep: (cid: AnyCid, paths: ReadonlySet<string>) => Promise<void>
  readonly kept: () => KeptContent
}

/** Keeps content on this computer. The disk says what is there, and not the journal. */
export const createContentKeeping = (deps: {
  readonly content: ContentStore
  readonly journal: AdoptionJournal
  readonly fetcher: ContentFetcher
}): ContentKeeping => {
  const { content, journal, fetcher } = deps
  const files: Cid[] = []
  const archives: AnyCid[] = []
  const missing: MissingContent[] = []
  let bytes = 0

  /** The content as far as it is here. */
  const take = async (cid: AnyCid): Promise<'file' | 'archive' | undefined> => {
    const v0 = readCid(cid)?.v0
    const stored = v0 && (await content.recover(v0))
    if (stored !== undefined) {
      files.push(stored.cid)
      bytes += stored.size
      return 'file'
    }
    const archive = content.archives.get(cid)
    if (archive === undefined) return undefined
    archives.push(cid)
    bytes += archive.bytes
    return 'archive'
  }
  const walk = async (blocks: BlockSource, paths: readonly string[]): Promise<void> => {
    for (const path of paths)
      journal.notePath({ cid: blocks.root, path }, await targetOf(blocks, path))
  }
  const fetch = async (cid: AnyCid, unwalked: readonly string[]): Promise<void> => {
    journal.noteContent({ cid, state: 'fetching' })
    const fetched = await fetcher.fetch(cid, (blocks) => walk(blocks, unwalked))
    const { state } = fetched
    journal.noteContent({ cid, state })
    if (fetched.state === 'missing') missing.push({ cid, message: fetched.message })
    else await take(cid)
  }

  return {
    keep: async (cid, paths) => {
      const walked = new Set(journal.paths(cid).map(({ path }) => path))
      const unwalked = [...paths].filter((path) => path !== '' && !walked.has(path))
      const found = await take(cid)
      if (found === undefined) await fetch(cid, unwalked)
      else if (found === 'archive' && unwalked.length > 0)
        await content.archives.withBlocks(cid, (blocks) => walk(blocks, unwalked))
      // a file has nothing behind it
      else for (const path of unwalked) journal.notePath({ cid, path }, undefined)
    },
    kept: () => ({ files, archives, bytes, missing }),
  }
}

/** Undefined also where something on the way is no folder. */
const targetOf = async (blocks: BlockSource, path: string): Promise<AnyCid | undefined> => {
  try {
    return await resolvePath(blocks, path)
  } catch {
    // The library throws what it finds wrong with the content, whose blocks are all here.
    return undefined
  }
}
