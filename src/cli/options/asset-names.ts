export const assetNamesOption = [
  '--asset-names <pattern>',
  'asset names where no column and no file gives them, such as {title} or "{collection}{number:4}"; also {id}, {file} and {row} (default: the first that fits)',
] as const
