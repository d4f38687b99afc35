import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { coldpress } from '#cli/coldpress.ts'
import { commandFacts } from '../../../../tools/dist/shell/command-facts.ts'
import { shellDocuments } from '../../../../tools/dist/shell/shell-documents.ts'
import { folderTest as test } from '../../../support/folder-test.ts'

const facts = commandFacts(await coldpress([]))
const documents = await shellDocuments('1.2.3', new Date('2026-11-24T00:00:00Z'))

const document = (ending: string): string => {
  const [, content] = Object.entries(documents).find(([path]) => path.endsWith(ending)) ?? []
  if (content === undefined) throw new Error(`no document ends in ${ending}`)
  return typeof content === 'string' ? content : gunzipSync(content).toString('utf8')
}

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

const output = (program: string, args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout
}

const longNames = facts.flatMap(({ path, options }) =>
  options.flatMap(({ names }) =>
    names.filter((name) => name.startsWith('--')).map((name) => [path.join(' '), name] as const),
  ),
)

describe('what the shells know of the command line', () => {
  test('the facts hold every command of the commander tree, with its options and their choices', () => {
    expect(facts.length).toBeGreaterThan(80)
    const run = facts.find(({ path }) => path.join(' ') === 'import run')
    expect(run).toMatchObject({
      parameters: '<folder>',
      examples: [expect.stringMatching(/^coldpress import /u)],
    })
    expect(run?.options.find(({ names }) => names.includes('--format'))?.value).toEqual([
      'keep',
      'png',
      'webp',
      'jpeg',
    ])
  })

  test('the man page has every command, every option, an example of each command, and the exit codes', () => {
    const page = document('coldpress.1.gz').replaceAll('\\-', '-')
    for (const { path } of facts.filter(({ commands }) => commands.length === 0))
      expect(page).toContain(`.SS "coldpress ${path.join(' ')}`)
    for (const [, name] of longNames) expect(page).toContain(name)
    expect(page).toContain('.TH COLDPRESS 1 "2026-11-24" "Coldpress 1.2.3"')
    expect(page.split('Example:').length - 1).toBeGreaterThan(75)
    expect(page).toMatch(/\.SH EXIT STATUS\n\.TP\n\.B 0\ndone/u)
    expect(page).toMatch(/\.SH FILES\n\.TP\n\.B ~\/\.local\/share\/Coldpress/u)
    expect(page).toContain('.B COLDPRESS_HOME')
    expect(page).toMatch(/\.B 7\ndeclined/u)
    expect(page).not.toContain('npx')
  })

  test.for(['completions/coldpress', 'site-functions/_coldpress', 'coldpress.fish'])(
    'a completion names every command and every option: %s',
    (ending) => {
      const script = document(ending)
      for (const { path } of facts)
        expect(script).toContain(path.map((word) => ` ${word}`).join(''))
      for (const [, name] of longNames) expect(script).toContain(name.replace(/^--/u, ''))
    },
  )

  test.runIf(isThere('bash'))(
    'bash completes commands, options and the choices of an option',
    () => {
      const complete = (...words: readonly string[]): readonly string[] => {
        const script = `${document('completions/coldpress')}
compopt() { :; }
COMP_WORDS=(coldpress "$@"); COMP_CWORD=$#; _coldpress; printf '%s\\n' "\${COMPREPLY[@]}"`
        return output('bash', ['--norc', '-c', script, 'bash', ...words])
          .trim()
          .split('\n')
      }
      expect(complete('pol')).toEqual(['policy'])
      expect(complete('policy', 'ba')).toEqual(['backup'])
      expect(complete('--quiet', 'policy', 'backup', 'ID', '--pa')).toEqual([
        '--paper',
        '--passphrase-file',
      ])
      expect(complete('import', 'run', 'prints', '--format', '')).toEqual([
        'keep',
        'png',
        'webp',
        'jpeg',
      ])
      expect(complete('gateway', 'set', 'pre')).toEqual(['preprod', 'preview'])
      expect(complete('collection', 'list', '--account', 'local-m')).toEqual(['local-mainnet'])
      expect(complete('studio', 'ids', 'po')).toEqual(['policy'])
    },
  )

  test.runIf(isThere('bash'))(
    'bash completes ids, which it asks the data folder of the line for',
    ({ folder }) => {
      const asked = join(folder, 'asked')
      const complete = (...words: readonly string[]): readonly string[] => {
        const script = `${document('completions/coldpress')}
compopt() { :; }
coldpress() { echo "$@" >> '${asked}'; echo 01k1 01k2 02k3; }
COMP_WORDS=(coldpress "$@"); COMP_CWORD=$#; _coldpress; printf '%s\\n' "\${COMPREPLY[@]}"`
        return output('bash', ['--norc', '-c', script, 'bash', ...words])
          .trim()
          .split('\n')
      }
      expect(complete('sale', 'show', '01')).toEqual(['01k1', '01k2'])
      expect(complete('import', 'run', 'prints', '--collection', '02')).toEqual(['02k3'])
      expect(complete('policy', 'show', '--home', 'my home', '02')).toEqual(['02k3'])
      expect(complete('sale', 'show', '--w')).toEqual(['--wait'])
      expect(complete('sale', 'resolve', '--wait', '01k1', 're')).toEqual(['refund', 'retry'])
      expect(readFileSync(asked, 'utf8').trim().split('\n')).toEqual([
        'studio ids sale',
        'studio ids collection',
        'studio ids policy --home my home',
      ])
    },
  )

  test.runIf(isThere('fish'))('fish completes the same', ({ folder }) => {
    const file = join(folder, 'coldpress.fish')
    writeFileSync(file, document('coldpress.fish'))
    const complete = (line: string): readonly string[] =>
      output('fish', ['--no-config', '-c', `source ${file}; complete -C "coldpress ${line}"`])
        .trim()
        .split('\n')
        .map((one) => one.split('\t')[0] ?? '')
    expect(complete('pol')).toEqual(['policy'])
    expect(complete('policy ba')).toEqual(['backup'])
    expect(complete('gateway set pre').toSorted()).toEqual(['preprod', 'preview'])
    expect(complete('sale resolve 01k1 re').toSorted()).toEqual(['refund', 'retry'])
    expect(complete('import run prints --format ').toSorted()).toEqual([
      'jpeg',
      'keep',
      'png',
      'webp',
    ])
  })

  test.runIf(isThere('zsh'))('zsh reads its function without an error', ({ folder }) => {
    const file = join(folder, '_coldpress')
    writeFileSync(file, document('site-functions/_coldpress'))
    expect(output('zsh', ['-n', file])).toBe('')
  })
})
