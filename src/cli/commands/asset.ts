import type { Command } from 'commander'
import { fingerprintOf } from '#cardano/fingerprint.ts'
import { PolicyId } from '#cardano/ids.ts'
import { command, group } from '../program.ts'

export const addAssetCommands = (program: Command): void => {
  const asset = group(program, 'asset', 'details of a token')
  command(
    asset,
    'fingerprint <policy-id> <name-hex>',
    'print the CIP-14 fingerprint of a token; give its name in hex, or "" for the royalty token',
    'asset fingerprint 7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373 504154415445',
    (command) => command,
    async (_session, _options, policyId = '', nameHex = '') => {
      const fingerprint = fingerprintOf(PolicyId(policyId), nameHex)
      return { json: { fingerprint }, text: fingerprint }
    },
  )
}
