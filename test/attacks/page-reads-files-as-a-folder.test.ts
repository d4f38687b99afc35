import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { messageOf } from '#values/errors/errors.ts'
import { openImports } from '../main/services/imports/open-imports.ts'
import { makePicture } from '../app/imports/harness.ts'

const secret = 'kept-by-the-user-alone'

/** What a user's folders hold that no import reads. */
const others: Readonly<Record<string, string>> = {
  id_rsa: `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}\n`,
  '.env': `API_KEY=${secret}\n`,
  'payment.skey': JSON.stringify({ type: 'PaymentSigningKeyShelley_ed25519', cborHex: secret }),
  'wallet.json': JSON.stringify({ mnemonic: secret, keys: [secret] }),
  'notes.txt': `${secret}\n`,
}

const openFolder = async () => {
  const services = await openImports()
  const { folder, call, open } = services
  for (const [name, content] of Object.entries(others)) await writeFile(join(folder, name), content)
  const propose = (csv: string | null) => call('collections.propose', { folder, csv })
  const asked = async (csv: string | null): Promise<readonly string[]> =>
    Promise.all(
      [propose(csv), open({ csv })].map((work) =>
        work.then((answer) => JSON.stringify(answer), messageOf),
      ),
    )
  return { ...services, propose, asked }
}

it('A page that names a folder nobody picked learns nothing of its files but what an import reads', async () => {
  const { folder, asked } = await openFolder()
  await makePicture(folder, 1)
  for (const answer of await asked(null)) expect(answer).not.toContain(secret)
  await writeFile(join(folder, 'prints.csv'), 'asset_name,name,image,Ink\nP1,Print 1,1.png,blue\n')
  for (const answer of await asked(null)) {
    expect(answer).toMatch(/Ink/u)
    expect(answer).not.toContain(secret)
  }
})

it('A page that names a folder nobody picked has no file opened but those that imports always read, and none is quoted', async () => {
  const { folder, state, call, asked } = await openFolder()
  await makePicture(folder, 1)
  const table = `asset_name\tname\timage\t${secret}\nP1\tPrint 1\t1.png\tx\n`
  for (const name of ['tokens.txt', 'tokens.xls', 'tokens.xlsm'])
    await writeFile(join(folder, name), table)
  await writeFile(join(folder, 'broken.json'), `{"key": ${secret}}`)
  for (const answer of await asked(null)) {
    expect(answer).not.toContain(secret)
    for (const name of ['tokens.xls', 'tokens.xlsm'])
      expect(answer).toContain(`${name}: it was not opened`)
    expect(answer).toContain('broken.json: it is not valid JSON: line 1, column 9')
  }
  const byNames = await call('collections.propose', { folder, csv: null, format: 'folder' })
  expect(JSON.stringify(byNames)).not.toContain(secret)
  // Picked in the dialog, the same folder is read.
  state.picked = folder
  await call('app.pickFolder', null)
  await rm(join(folder, 'tokens.xlsm'))
  await rm(join(folder, 'tokens.txt'))
  expect(await call('collections.propose', { folder, csv: null })).toMatchObject({
    tokens: 1,
    source: { format: 'csv' },
  })
})

it('A page that names any other file as the table of a folder is refused, also beside the folder', async () => {
  const { folder, open, propose } = await openFolder()
  const notPicked = { code: 'invalid', details: { rule: 'file_not_picked' } }
  for (const name of [...Object.keys(others), '../id_rsa', 'tokens.csv/../id_rsa']) {
    const csv = `${folder}/${name}`
    await expect(propose(csv), name).rejects.toMatchObject(notPicked)
    await expect(open({ csv }), name).rejects.toMatchObject(notPicked)
  }
})
