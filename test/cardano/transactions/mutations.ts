import { hexToBytes } from '@noble/hashes/utils.js'
import { addressBytes } from '#cardano/transactions/build/encode.ts'
import { scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { bytesOf, entriesOf, get, listOf, numberOf, put, readEditable } from './editable.ts'
import { after, all, buyer, keyOf, mainnetAddress, parameters, sig } from './ingredients.ts'
import {
  field,
  networkField,
  witnessKeys,
  scripts,
  type Reasoned,
  done,
  outputs,
  outputAt,
  addLovelace,
  moveLovelace,
  setFee,
  payMore,
  names,
  hasMint,
  hasMetadata,
  givesTokens,
  hasSeveralOutputs,
  moreThanLeast,
  when,
  mintNames,
  rehash,
  growMetadata,
  otherScript,
  scriptList,
  locks,
  partsOf,
  written,
  sign,
  signedParts,
  witnessesOf,
} from './transaction-parts.ts'

/** Changes of the unsigned transaction; all who must sign it sign what came out. */
const changesBeforeSigning: Readonly<Record<string, Reasoned>> = {
  'an output holds one lovelace more': {
    because: /Value not conserved/u,
    change: done((parts) => addLovelace(parts, 0, 1n)),
  },
  'an output holds one lovelace less': {
    because: /Value not conserved|outputs are too small/u,
    change: done((parts) => addLovelace(parts, 0, -1n)),
  },
  'the change holds one lovelace more': {
    because: /Value not conserved/u,
    change: done((parts) => addLovelace(parts, -1, 1n)),
  },
  'the change is gone': {
    because: /Value not conserved/u,
    change: done((parts) => outputs(parts).pop()),
  },
  'the fee is one lovelace lower': {
    because: /Value not conserved/u,
    change: done(({ built, body }) => put(body, field.fee, built.fee - 1n)),
  },
  'the fee is one below the minimum, and the change has the rest': {
    because: /less than minimum/u,
    change: done((parts) => setFee(parts, parts.built.fee - parameters.minFeeA - 1n)),
  },
  'the fee is nothing, and the change has it': {
    because: /less than minimum/u,
    change: done((parts) => setFee(parts, 0n)),
  },
  'the fee is missing': {
    because: /cannot be read/u,
    change: done(({ body }) => put(body, field.fee, undefined)),
  },
  'an output holds one lovelace less than it must, and the last has the rest': {
    because: /outputs are too small/u,
    change: when(hasSeveralOutputs, (parts) => moveLovelace(parts, moreThanLeast(parts) + 1n)),
  },
  'the last output holds less than it must, and the first has the rest': {
    because: /outputs are too small/u,
    change: when(hasSeveralOutputs, (parts) =>
      moveLovelace(parts, 500_000n - (parts.built.outputs.at(-1)?.value.lovelace ?? 0n)),
    ),
  },
  'an output goes to another network': {
    because: /Wrong network address/u,
    change: done((parts) => {
      outputAt(parts, 0)[0] = addressBytes(mainnetAddress(keyOf('buyer')))
    }),
  },
  'the body says it is of mainnet': {
    because: /Wrong network id/u,
    change: done((parts) => {
      put(parts.body, networkField, 1n)
      payMore(parts)
    }),
  },
  'it spends what does not exist': {
    because: /Missing inputs/u,
    change: done(({ body }) => {
      const input = listOf(listOf(get(body, field.inputs))[0])
      input[0] = new Uint8Array(32).fill(0xee)
    }),
  },
  'it spends another output of the same transaction': {
    because: /Missing inputs/u,
    change: done(({ body }) => {
      const input = listOf(listOf(get(body, field.inputs))[0])
      input[1] = 23n
    }),
  },
  'it spends nothing': {
    because: /it has no inputs/u,
    change: done(({ body }) => put(body, field.inputs, { tag: 258n, item: [] })),
  },
  'an input is listed twice': {
    because: /a member twice/u,
    change: done(({ body }) => {
      const inputs = listOf(get(body, field.inputs))
      inputs.push(...inputs.slice(0, 1))
    }),
  },
  'it ends at the slot of now': {
    because: /outside the validity interval/u,
    change: done(({ body, built }) => put(body, field.end, built.validity.start ?? 1_000n)),
  },
  'it starts after now': {
    because: /outside the validity interval/u,
    change: done((parts) => {
      put(parts.body, field.start, 5_000n)
      payMore(parts)
    }),
  },
  'it has no end, though the policy locks': {
    because: /Invalid native scripts/u,
    change: when(locks, ({ body }) => put(body, field.end, undefined)),
  },
  'it ends one slot after the lock': {
    because: /Invalid native scripts/u,
    change: when(locks, (parts) => {
      put(parts.body, field.end, 100_001n)
      payMore(parts)
    }),
  },
  'it has no start, though the policy opens late': {
    because: /Invalid native scripts/u,
    change: when(
      ({ built }) => built.validity.start !== undefined,
      ({ body }) => put(body, field.start, undefined),
    ),
  },
  'it mints one more than its outputs hold': {
    because: /Value not conserved/u,
    change: when(hasMint, (parts) => {
      const [entry] = mintNames(parts)
      if (entry !== undefined) entry[1] = numberOf(entry[1]) + 1n
    }),
  },
  'it mints none of a token': {
    because: /quantity zero/u,
    change: when(hasMint, (parts) => {
      mintNames(parts).push([new TextEncoder().encode('nothing'), 0n])
    }),
  },
  'it mints a token that no output holds': {
    because: /Value not conserved/u,
    change: when(hasMint, (parts) => {
      mintNames(parts).push([new TextEncoder().encode('another'), 1n])
      payMore(parts)
    }),
  },
  'it mints under another policy': {
    because: /Missing or extra script hashes/u,
    change: when(hasMint, ({ body }) => {
      const [policy] = entriesOf(get(body, field.mint))
      if (policy !== undefined) policy[0] = new Uint8Array(28).fill(7)
    }),
  },
  'it mints a policy without tokens': {
    because: /a policy without assets/u,
    change: when(hasMint, ({ body }) => {
      entriesOf(get(body, field.mint)).push([new Uint8Array(28).fill(7), { entries: [] }])
    }),
  },
  'the mint is missing': {
    because: /Missing or extra script hashes/u,
    change: when(hasMint, ({ body }) => put(body, field.mint, undefined)),
  },
  'an output holds one token more': {
    because: /Value not conserved/u,
    change: when(givesTokens, (parts) => {
      const [entry] = names(listOf(outputAt(parts, 0)[1])[1])
      if (entry !== undefined) entry[1] = numberOf(entry[1]) + 1n
    }),
  },
  'an output lacks a token': {
    because: /Value not conserved/u,
    change: when(givesTokens, (parts) => {
      const output = outputAt(parts, 0)
      output[1] = numberOf(listOf(output[1])[0])
    }),
  },
  'an output holds none of a token': {
    because: /quantity zero/u,
    change: when(givesTokens, (parts) => {
      names(listOf(outputAt(parts, 0)[1])[1]).push([new TextEncoder().encode('nothing'), 0n])
    }),
  },
  'the metadata was edited': {
    because: /Invalid auxiliary data hash/u,
    change: when(hasMetadata, ({ auxiliary }) => {
      const [label] = entriesOf(auxiliary)
      if (label !== undefined) label[1] = 'something else'
    }),
  },
  'the metadata is missing': {
    because: /Missing auxiliary data/u,
    change: when(hasMetadata, (parts) => {
      parts.auxiliary = { simple: 22n }
    }),
  },
  'the body does not name its metadata': {
    because: /Missing auxiliary data hash/u,
    change: when(hasMetadata, ({ body }) => put(body, field.hash, undefined)),
  },
  'the body names metadata that is not there': {
    because: /Missing auxiliary data/u,
    change: when(
      (parts) => !hasMetadata(parts),
      (parts) => {
        put(parts.body, field.hash, new Uint8Array(32))
        payMore(parts)
      },
    ),
  },
  'a metadata string is 65 bytes': {
    because: /cannot be read/u,
    change: when(hasMetadata, (parts) => {
      entriesOf(parts.auxiliary).push([1n, 'x'.repeat(65)])
      rehash(parts)
      payMore(parts)
    }),
  },
  'it is larger than the ledger takes': {
    because: /Transaction size/u,
    change: when(hasMetadata, (parts) => growMetadata(parts, parameters.maxTxBytes)),
  },
  'the script is missing': {
    because: /Missing or extra script hashes/u,
    change: when(hasMint, ({ witnesses }) => put(witnesses, scripts, undefined)),
  },
  'the script is another one': {
    because: /Missing or extra script hashes/u,
    change: when(hasMint, (parts) => {
      scriptList(parts)[0] = otherScript()
    }),
  },
  'a script too many': {
    because: /Missing or extra script hashes/u,
    change: when(hasMint, (parts) => {
      scriptList(parts).push(otherScript())
      payMore(parts)
    }),
  },
  'the script opens later': {
    because: /Missing or extra script hashes/u,
    change: when(hasMint, (parts) => {
      scriptList(parts)[0] = readEditable(
        hexToBytes(scriptToCbor(scriptFromJson(all(sig(keyOf('alice')), after(5_000))))),
      )
    }),
  },
  'it says that it is not valid': {
    because: /cannot be read/u,
    change: done((parts) => {
      parts.valid = { simple: 20n }
    }),
  },
  'a field of the body comes twice': {
    because: /a key twice/u,
    change: done(({ body }) => {
      entriesOf(body).push([field.fee, get(body, field.fee) ?? 0n])
    }),
  },
}

/** Changes after everybody has signed. */
const changesAfterSigning: Readonly<Record<string, Reasoned>> = {
  'the first who must sign has not': {
    because: /Missing key hashes/u,
    change: done((parts) => witnessesOf(parts).shift()),
  },
  'the last who must sign has not': {
    because: /Invalid native scripts|Missing key hashes/u,
    change: done((parts) => witnessesOf(parts).pop()),
  },
  'nobody has signed': {
    because: /Missing key hashes/u,
    change: done(({ witnesses }) => put(witnesses, witnessKeys, undefined)),
  },
  'a signature is wrong by one bit': {
    because: /Invalid verified signatures/u,
    change: done((parts) => {
      const signature = bytesOf(listOf(witnessesOf(parts)[0])[1])
      signature[10] = (signature[10] ?? 0) ^ 1
    }),
  },
  'a signature belongs to another key': {
    because: /Missing key hashes/u,
    change: done((parts) => {
      const pair = listOf(witnessesOf(parts)[0])
      pair[0] = hexToBytes(keyOf('a stranger').publicKey)
    }),
  },
  'an output was turned elsewhere after signing': {
    because: /Invalid verified signatures/u,
    change: done((parts) => {
      outputAt(parts, -1)[0] = addressBytes(buyer)
    }),
  },
  'the end was moved after signing': {
    because: /Invalid verified signatures/u,
    change: done(({ body, built }) => put(body, field.end, built.validity.end - 1n)),
  },
  'the script was swapped after signing': {
    because: /Missing or extra script hashes/u,
    change: when(hasMint, (parts) => {
      scriptList(parts)[0] = otherScript()
    }),
  },
}

type Mutation = {
  readonly name: string
  readonly because: RegExp
  /** The mutated transaction, signed; undefined where it means nothing for this one. */
  readonly of: (built: BuiltTransaction) => Uint8Array | undefined
}

/** Every way in which a built transaction is spoilt here. */
export const mutations: readonly Mutation[] = [
  ...Object.entries(changesBeforeSigning).map(([name, { because, change }]) => ({
    name,
    because,
    of: (built: BuiltTransaction) => {
      const parts = partsOf(built)
      if (!change(parts)) return undefined
      sign(parts)
      return written(parts)
    },
  })),
  ...Object.entries(changesAfterSigning).map(([name, { because, change }]) => ({
    name,
    because,
    of: (built: BuiltTransaction) => {
      const parts = signedParts(built)
      return change(parts) ? written(parts) : undefined
    },
  })),
  {
    name: 'its end is cut off',
    because: /it ends too early/u,
    of: (built) => written(signedParts(built)).subarray(0, -1),
  },
  {
    name: 'a byte follows after its end',
    because: /more bytes follow/u,
    of: (built) => Uint8Array.of(...written(signedParts(built)), 0),
  },
]

/** What the mutations are made of, put together again without a change. */
export const unchanged = (built: BuiltTransaction): Uint8Array => written(signedParts(built))
