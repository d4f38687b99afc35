/** What an `add` has in its query: all that makes the CID, and that the file is pinned. */
export const everyFlag = {
  'cid-version': '0',
  'raw-leaves': 'false',
  hash: 'sha2-256',
  chunker: 'size-262144',
  'max-file-links': '174',
  trickle: 'false',
  inline: 'false',
  'wrap-with-directory': 'false',
  'preserve-mode': 'false',
  'preserve-mtime': 'false',
  pin: 'true',
}
