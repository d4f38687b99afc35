import type { TextEnvelope } from './text-envelope.ts'

/** What a text envelope holds, as far as it may leave a machine. */
export type EnvelopeKind = 'transaction' | 'witness'

/** `[vkey, signature]`, and cardano-cli's older `[0, [vkey, signature]]`. */
export const witnessShape =
  /^(?:8200)?825820(?<publicKey>[0-9a-f]{64})5840(?<signature>[0-9a-f]{128})$/iu

/** A CBOR list (a whole transaction) or map (its body). A key is a byte string. */
const transactionShape = /^[89ab]/iu

/**
 * Types that suit the bytes: "Tx ConwayEra" and "Witnessed Tx ConwayEra" of cardano-cli, "Signed Tx
 * ConwayEra" of pycardano, and older names of bodies.
 */
const types: Readonly<Record<EnvelopeKind, RegExp>> = {
  transaction: /^(?:(?:[A-Z][a-z]+ )?Tx \w+Era|Tx(?:Body|Unsigned|Signed)\w+)$/u,
  witness: /^TxWitness \w+Era$/u,
}

/**
 * Tools name their types differently, so the bytes decide and the type has to suit them.
 * @returns undefined for everything else, such as a key, whatever its type
 */
export const envelopeKind = ({
  type,
  cborHex,
}: Pick<TextEnvelope, 'type' | 'cborHex'>): EnvelopeKind | undefined => {
  const kind = witnessShape.test(cborHex) ? 'witness' : 'transaction'
  if (kind === 'transaction' && !transactionShape.test(cborHex)) return undefined
  return types[kind].test(type) ? kind : undefined
}
