import { limits } from '#values/bounds/limits.ts'

/** Pieces of at most 64 bytes, the most that one metadata string holds (CIP-27). */
export const splitAddress = (address: string): readonly string[] =>
  address.match(new RegExp(`.{1,${limits.metadatumBytes}}`, 'gsu')) ?? []
