import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { filesUnder } from '../support/planted-secrets.ts'
import { TestHome } from '../support/coldpress.ts'
import { spawnInTerminal } from '../support/terminal.ts'

let home: TestHome
beforeEach(() => {
  home = new TestHome()
})
afterEach(() => {
  home.remove()
})

/**
 * `key phrase create` on a terminal of its own, answered by a person who reads the words off the
 * screen; `mistakes`: how often the first word that is asked for is given wrong.
 */
const create = async (mistakes: number) => {
  const args = ['key', 'phrase', 'create', '--passphrase-file', home.passphraseFile]
  const child = spawnInTerminal(home, args)
  const words = new Map<number, string>()
  let [screen, seen, wrong] = ['', 0, mistakes]
  const answer = (): void => {
    const unread = screen.slice(seen)
    if (unread.includes('Press Enter when it is written down.')) {
      for (const [, position, word] of unread.matchAll(/ ?(\d+) ([a-z]+)/gu))
        words.set(Number(position), word ?? '')
      child.stdin.write('\r')
    } else {
      const asked = /Word number (\d+): $/u.exec(unread)?.[1]
      if (asked === undefined) return
      child.stdin.write(`${wrong-- > 0 ? 'none' : words.get(Number(asked))}\r`)
    }
    seen = screen.length
  }
  for await (const piece of child.stdout.setEncoding('utf8')) {
    screen += String(piece)
    answer()
  }
  if (child.exitCode === null) await once(child, 'exit')
  return { screen, code: child.exitCode, words: inOrder(words) }
}

/** They stand in columns. */
const inOrder = (words: ReadonlyMap<number, string>): string =>
  [...words]
    .toSorted(([one], [other]) => one - other)
    .map(([, word]) => word)
    .join(' ')

const phrases = async () =>
  z
    .array(z.looseObject({ fingerprint: z.string() }))
    .parse((await home.json(['key', 'phrase', 'show-used'])).document)

it.runIf(process.platform === 'linux')(
  'a phrase is shown on the other screen, and kept when its words were given back after a slip',
  async () => {
    const { screen, code, words } = await create(1)
    expect(code, screen).toBe(0)
    expect(words.split(' ')).toHaveLength(24)
    expect(screen).toContain('is not the one that was shown')
    const [shown = '', after = ''] = screen.split('\u{1b}[?1049l')
    expect(shown).toContain('\u{1b}[?1049h')
    for (const word of words.split(' '))
      expect(after).not.toMatch(new RegExp(`\\b\\d+ ${word}\\b`, 'u'))
    const [kept] = await phrases()
    const file = home.file('words.txt', words)
    const restored = await home.json(['key', 'phrase', 'restore', '--phrase-file', file])
    expect(restored.document).toMatchObject({ fingerprint: kept?.fingerprint, origin: 'created' })
  },
)

it.runIf(process.platform === 'linux')(
  'a phrase whose words were not given back is kept nowhere',
  async () => {
    const { screen, code } = await create(9)
    expect(code, screen).toBe(3)
    expect(await phrases()).toEqual([])
    expect([...filesUnder(home.dir).keys()].filter((path) => path.includes('phrase/'))).toEqual([])
  },
)
