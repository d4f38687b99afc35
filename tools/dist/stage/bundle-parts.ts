import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a bundle names another of its parts: `from "./x.js"`, `import "./x.js"`, `import("./x.js")`. */
const reference = /(?:from\s*|import\s*\(?\s*)["']\.\/([\w.-]+\.js)["']/gu

/**
 * The files of a bundle's folder that these entries load, now or later. The folder also holds what
 * earlier builds left, and programs that the same package does not run. A text or a comment of a
 * library may look like a reference: it names no file.
 */
export const bundleParts = (folder: string, entries: readonly string[]): readonly string[] => {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    for (const [, next] of readFileSync(join(folder, name), 'utf8').matchAll(reference))
      if (next !== undefined && existsSync(join(folder, next))) waiting.push(next)
  }
  return [...found].toSorted()
}
