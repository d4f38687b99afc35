import { countText } from '#values/text/format.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import { createSizeCheck } from './picture-sizes.ts'
import type { FileEntry } from './plan-types.ts'

/**
 * The files that no row names. Other sizes of the images are what a website has of them, and one
 * sentence says so of all.
 * @param meant the files that rows name
 * @param thumbnails the files that the columns of thumbnails name
 */
export const unusedFiles = (
  files: readonly FileEntry[],
  meant: ReadonlySet<FileEntry>,
  thumbnails: ReadonlySet<FileEntry>,
): readonly Issue[] => {
  const isOtherSize = createSizeCheck(Array.from(meant, ({ name }) => name))
  const unused = files.filter((file) => !meant.has(file))
  const [sizes = [], others = []] = [true, false].map((isWanted) =>
    unused.filter((file) => (thumbnails.has(file) || isOtherSize(file.name)) === isWanted),
  )
  return [
    ...sizesIssue(sizes),
    ...others.map(({ name }) =>
      issueOf('unused_file', `${name} isn't in the table and will be skipped.`, { value: name }),
    ),
  ]
}

const sizesIssue = ([first, ...others]: readonly FileEntry[]): readonly Issue[] => {
  if (first === undefined) return []
  const files = countText(others.length + 1, 'file is another size', 'files are other sizes')
  const message = `${files} of images in the table, such as ${readable(first.name)}, and will be skipped.`
  return [issueOf('unused_file', message)]
}

/** Without a column of images each file would be unused, which one sentence says. */
export const unnamedFiles = (
  files: readonly FileEntry[],
  meant: ReadonlySet<FileEntry>,
): readonly Issue[] => {
  const count = files.filter((file) => !meant.has(file)).length
  if (count === 0) return []
  const message = `No column names the images, so ${countText(count, 'file of the folder is', 'files of the folder are')} not used.`
  return [issueOf('unused_file', message)]
}
