import { Option } from 'commander'
import { tableEncodings } from '#values/text/text-encoding.ts'

export const encodingOption = (): Option =>
  new Option(
    '--encoding <name>',
    'the encoding of a CSV that is not UTF-8 (default: recognised by its letters)',
  ).choices(tableEncodings)
