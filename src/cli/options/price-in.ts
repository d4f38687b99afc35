import { Option } from 'commander'

export const priceInOption = (): Option =>
  new Option(
    '--price-in <unit>',
    'confirm that the prices of the table are in ADA, where they may be in another currency',
  ).choices(['ada'])
