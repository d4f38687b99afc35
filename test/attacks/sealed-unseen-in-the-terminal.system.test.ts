import { expect, it, onTestFinished } from 'vitest'
import { factsText } from '#keys/facts/facts-file.ts'
import type { Statement } from '#keys/seal/seal.ts'
import { TestHome } from '../support/coldpress.ts'

const id = 't1\n- token on preprod: price 1 ADA\u{202e}'

const fern: Statement = {
  kind: 'token',
  network: 'preprod',
  collection: 'c1',
  id,
  facts: {
    price: '25000000',
    asset_name: 'Fern',
    name: 'Fern',
    description: 'Entitles its holder to 1000 ADA',
    media_type: 'text/html',
    image: 'ipfs://fern',
  },
}

it('studio confirm FILE shows a changed description and media type, and a hostile id in the line of its token', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const file = (statement: Statement) =>
    home.file('facts.json', factsText({ network: 'preprod', facts: [{ statement, name: id }] }))
  const seals = home.file('seals.json', '')
  const confirm = (path: string) =>
    home.json(['studio', 'confirm', path, '--offline', '--out', seals, '--replace', '--yes'])
  const shown = await confirm(file(fern))
  expect(shown).toMatchObject({ code: 0 })
  const lines = shown.stderr.split('\n').filter((line) => /^\s*(?:- )?token /u.test(line))
  expect(lines).toEqual([
    expect.stringMatching(
      /^ {2}token on preprod: price 25 ADA; .*description "Entitles its holder to 1000 ADA"; media type "text\/html";.* id "t1\\n- token.*\\u202e"; called "t1\\n/u,
    ),
  ])
  expect(shown.stderr).not.toContain('\u{202e}')

  const more = await confirm(file({ ...fern, facts: { ...fern.facts, to: 'a thief' } }))
  expect(more).toMatchObject({ code: 3, stderr: expect.stringContaining('has the field "to"') })
})
