import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Decrypter, Encrypter } from 'age-encryption'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestHome } from '../support/coldpress.ts'

let home: TestHome

/** A vault of the time when eight characters were enough: the same identity, sealed as then. */
beforeAll(async () => {
  home = await TestHome.withVault()
  const path = join(home.dir, 'secrets', 'vault', 'identity.age')
  const opened = new Decrypter()
  opened.addPassphrase((await readFile(home.passphraseFile, 'utf8')).trim())
  const identity = await opened.decrypt(await readFile(path))
  const sealed = new Encrypter()
  sealed.setPassphrase('password1234')
  sealed.setScryptWorkFactor(4)
  await writeFile(path, await sealed.encrypt(identity))
  home.file('passphrase.txt', 'password1234\n')
})

afterAll(() => home.remove())

const weak = 'too easy to guess: many people use one like it'

it('an older vault with a weak passphrase opens, and the unlock and doctor tell of it', async () => {
  const run = await home.run(['doctor', '--passphrase-file', home.passphraseFile])
  expect(run.stderr).toContain(
    'The passphrase of your vault is weaker than Coldpress accepts today.',
  )
  expect(run.stdout).toContain('0 keys opened')
  expect(run.stdout).toMatch(new RegExp(`^warning +passphrase: .*${weak}`, 'mu'))
  expect(run.code).toBe(0)
})
