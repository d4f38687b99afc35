import type { MintingClient } from '#core/api/client.ts'

/** The addresses that the tokens were minted to, as the service's completed mints say. */
export const mintedTo = async (
  client: Pick<MintingClient, 'mints'>,
  collectionId: string,
  tokenIds: readonly string[],
): Promise<string[]> => {
  const wanted = new Set(tokenIds)
  const addresses = new Set<string>()
  for await (const { kind, status, tokens } of client.mints(collectionId, { order: 'desc' })) {
    if (kind === 'burn' || status !== 'completed') continue
    for (const { id, address } of tokens) if (wanted.delete(id)) addresses.add(address)
    if (wanted.size === 0) break
  }
  return [...addresses]
}
