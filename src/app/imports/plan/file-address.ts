import { issueOf, readable, type Issue } from '../table/issues.ts'

/**
 * What is wrong with the address of an image or a file as it goes on chain. Tags in it may still
 * be unfilled.
 * @param place the start of the sentence
 */
export const addressIssue = (
  address: string,
  place: string,
  cellRef: { readonly row?: number; readonly column?: string } = {},
): readonly Issue[] => {
  const ref = { ...cellRef, value: address }
  if (/^https?:/iu.test(address))
    return [
      issueOf(
        'address_not_ipfs',
        `${place} is the web address "${readable(address)}"; wallets and explorers show what ipfs:// names.`,
        ref,
      ),
    ]
  if (/^ipfs:[^?]*\?/iu.test(address))
    return [
      issueOf(
        'query_string',
        `${place} has a query string behind the IPFS address, "${readable(address)}"; some wallets hang on it.`,
        ref,
      ),
    ]
  return []
}
