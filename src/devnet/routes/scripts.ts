import { bytesToHex } from '@noble/hashes/utils.js'
import { shortText } from '#values/bounds/bounded.ts'
import { scriptFromCbor, scriptToJson } from '#cardano/scripts.ts'
import type { Chain } from '../chain/chain.ts'
import { scriptWithHash } from '../chain/find-scripts.ts'
import type { LedgerScript } from '../ledger/ledger-script.ts'
import { found, listParameters, route, type DevnetRoute } from './route.ts'

const parameters = {
  script_hash: shortText.regex(/^[0-9a-f]{56}$/u, 'Invalid or malformed script hash.'),
}

/** A native script has JSON and no CBOR, a Plutus script CBOR and no JSON. */
export const scriptRoutes = ({ database }: Chain): readonly DevnetRoute[] => {
  const scriptRoute = (suffix: string, view: (script: LedgerScript) => unknown): DevnetRoute =>
    route(`/scripts/{script_hash}${suffix}`, parameters, ({ script_hash: hash }) =>
      view(found(scriptWithHash(database, hash))),
    )
  return [
    scriptRoute('', ({ hash, language, cbor }) => ({
      script_hash: hash,
      type: language,
      serialised_size: language === 'timelock' ? null : cbor.length,
    })),
    scriptRoute('/json', ({ language, cbor }) => ({
      json: language === 'timelock' ? scriptToJson(scriptFromCbor(bytesToHex(cbor))) : null,
    })),
    scriptRoute('/cbor', ({ language, cbor }) => ({
      cbor: language === 'timelock' ? null : bytesToHex(cbor),
    })),
    // The ledger accepts no redeemer.
    route(
      '/scripts/{script_hash}/redeemers',
      { ...parameters, ...listParameters },
      ({ script_hash: hash }) => {
        found(scriptWithHash(database, hash))
        return []
      },
    ),
  ]
}
