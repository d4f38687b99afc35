/**
 * A policy file of any tool is a script of at most 16 KiB, as JSON, or a key. More would only fill
 * the memory.
 */
export const policyFileLimits = {
  /** Of one file in a folder or zip. */
  fileBytes: 1024 ** 2,
  zipBytes: 16 * 1024 ** 2,
  /** Files in a folder or zip that are read, and names that are looked at. */
  files: 64,
  names: 10_000,
} as const

/** What a file is used for, by its name: only these are opened in a folder or zip. */
export const useOfName = (name: string): 'read' | 'encrypted' | 'ignore' => {
  // macOS puts a file of this name beside each file of a zip.
  if (/(?:^|[/\\])\._[^/\\]*$/u.test(name)) return 'ignore'
  if (/\.(?:gpg|pgp|asc|age)$/iu.test(name)) return 'encrypted'
  return /\.(?:script|json|skey|vkey|hwsfile|id|policyid)$/iu.test(name) ? 'read' : 'ignore'
}

export const isZipName = (name: string): boolean => /\.zip$/iu.test(name)
