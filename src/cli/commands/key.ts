import type { Command } from 'commander'
import { ColdpressError } from '../../shared/errors.ts'
import { policyKeyFromPhrase } from '../../core/cardano/derive.ts'
import { useAndWipe } from '../../core/secret/secret.ts'
import { readSecretFile } from '../files.ts'
import { command, group } from '../program.ts'
import { facts } from '../table.ts'

type DeriveOptions = {
  readonly index: string
  readonly phraseFile?: string
  readonly store?: boolean
}

/** CIP-1855: indexes are hardened, so 31 bits. */
const maxIndex = 2 ** 31 - 1

export const addKeyCommands = (program: Command): void => {
  const key = group(program, 'key', 'policy keys from a recovery phrase')
  command<DeriveOptions>(
    key,
    'derive',
    'derive a policy key (CIP-1855) and print its public parts; the phrase is asked for',
    'key derive --index 0 --phrase-file phrase.txt',
    (derive) =>
      derive
        .requiredOption('--index <number>', "which of the phrase's policy keys, from 0")
        .option('--phrase-file <file>', 'file with the recovery phrase (default: ask for it)')
        .option('--store', 'put the key into the vault'),
    async (session, options) => {
      const index = indexOf(options.index)
      const phrase = await (options.phraseFile === undefined
        ? session.terminal.askSecret('Recovery phrase: ')
        : readSecretFile(options.phraseFile, 'phrase file'))
      const derived = await useAndWipe(phrase, async () => policyKeyFromPhrase(phrase, index))
      await useAndWipe(derived.secret, async () => {
        if (options.store === true) {
          await session.withVault((core) => core.vault.storeKeys([derived]))
        }
      })
      const json = {
        index,
        path: `m/1855'/1815'/${index}'`,
        key_hash: derived.keyHash,
        public_key: derived.publicKey,
        stored: options.store === true,
      }
      const shown = facts([
        ['path', json.path],
        ['key hash', json.key_hash],
        ['public key', json.public_key],
        [
          'vault',
          json.stored
            ? 'the key is in the vault; no policy lists it yet. Write a script that names its hash, then: coldpress policy import --file SCRIPT'
            : 'not stored; add --store to put it there',
        ],
      ])
      return { json, text: shown }
    },
  )
}

const indexOf = (text: string): number => {
  const index = Number(text)
  if (!/^\d+$/u.test(text) || index > maxIndex) {
    throw new ColdpressError(
      'usage',
      `--index: ${text} is not an index; give a whole number from 0 to ${maxIndex}.`,
    )
  }
  return index
}
