import { ColdpressError } from '#values/errors/errors.ts'

/** Lower-case hex. Each kind is a type of its own, so that kinds cannot be confused. */
type Branded<Brand extends string> = string & { readonly __brand: Brand }

/** blake2b-224 of a minting script (28 bytes). */
export type PolicyId = Branded<'PolicyId'>
/** blake2b-224 of an ed25519 verification key (28 bytes). */
export type KeyHash = Branded<'KeyHash'>
/** blake2b-256 of a transaction body (32 bytes): what witnesses sign. */
export type TxId = Branded<'TxId'>

const constructorOf = <Brand extends string>(what: string, bytes: number) => {
  const isBranded = (hex: string): hex is Branded<Brand> =>
    hex.length === bytes * 2 && /^[0-9a-f]*$/u.test(hex)
  return (hex: string): Branded<Brand> => {
    const lower = hex.toLowerCase()
    if (isBranded(lower)) return lower
    throw new ColdpressError('invalid', `${what}: not ${bytes} bytes of hex (${bytes * 2} digits)`)
  }
}

/** @throws ColdpressError `invalid` for anything but 28 bytes of hex */
export const PolicyId = constructorOf<'PolicyId'>('policy ID', 28)
/** @throws ColdpressError `invalid` for anything but 28 bytes of hex */
export const KeyHash = constructorOf<'KeyHash'>('key hash', 28)
/** @throws ColdpressError `invalid` for anything but 32 bytes of hex */
export const TxId = constructorOf<'TxId'>('transaction ID', 32)
