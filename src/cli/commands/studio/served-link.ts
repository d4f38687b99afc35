import { isLocalLink } from '#values/addresses/is-local-link.ts'

/**
 * The address of a page that a studio serves, as an answer may name it: the studio of a command ends
 * with it, and its pages on this computer too.
 */
export const servedLink = <Link extends string | null | undefined>(
  link: Link,
  { isLocal }: { readonly isLocal: boolean },
): Link | null => (isLocal && typeof link === 'string' && isLocalLink(link) ? null : link)
