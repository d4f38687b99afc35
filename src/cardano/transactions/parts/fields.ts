/** Fields of a transaction body by number (conway.cddl, `transaction_body`; 6 is of earlier eras). */
export const bodyField = {
  inputs: 0n,
  outputs: 1n,
  fee: 2n,
  ttl: 3n,
  certificates: 4n,
  withdrawals: 5n,
  update: 6n,
  auxiliaryHash: 7n,
  start: 8n,
  mint: 9n,
  scriptDataHash: 11n,
  collateral: 13n,
  requiredSigners: 14n,
  networkId: 15n,
  collateralReturn: 16n,
  totalCollateral: 17n,
  referenceInputs: 18n,
  votes: 19n,
  proposals: 20n,
  treasury: 21n,
  donation: 22n,
} as const

/** Fields of a witness set by number (conway.cddl, `transaction_witness_set`). */
export const witnessField = {
  vkeys: 0n,
  nativeScripts: 1n,
  bootstrap: 2n,
  plutus: [3n, 6n, 7n],
  datums: 4n,
  redeemers: 5n,
} as const
