import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

/** File names in docs/screens that a page of the project shows. */
export const imagesInDocuments = (root: string): ReadonlySet<string> =>
  new Set(
    [root, join(root, 'docs'), join(root, 'docs', 'how-to')]
      .flatMap(pagesIn)
      .flatMap((page) => [...page.matchAll(/\]\((?:docs\/|\.\.\/)?screens\/([\w-]+\.webp)\)/gu)])
      .map(([, name = '']) => name),
  )
