/**
 * The section of CHANGELOG.md about this version, which has to be its first.
 * @throws Error while the newest section has another heading, such as "Unreleased"
 */
export const releaseNotes = (changelog: string, version: string): string => {
  const [, section = ''] = changelog.split(/^## /mu)
  const [heading = '', ...lines] = section.split('\n')
  if (!new RegExp(`^\\[?${RegExp.escape(version)}(?![\\w.-])`, 'u').test(heading))
    throw new Error(
      `The first section of CHANGELOG.md is "${heading}", and not the one about ${version}. Rename it first.`,
    )
  return lines.join('\n').trim()
}
