import type {
  AssetAmount,
  OutputSummary,
  TransactionSummary,
} from '#contract/signing/transactions.ts'

export const policyId = 'ab'.repeat(28)
export const keys = ['1', '2', '3', '4'].map((digit) => digit.repeat(56))

/** A token of the policy; without a name the royalty token. */
export const token = (name: string, quantity = '1'): AssetAmount => ({
  policyId,
  nameHex: Array.from(new TextEncoder().encode(name), (one) => one.toString(16)).join(''),
  name: name === '' ? null : name,
  quantity,
})

export const output = (address: string, change: Partial<OutputSummary> = {}): OutputSummary => ({
  address,
  networkId: 0,
  isScript: false,
  label: null,
  bookLabel: null,
  holder: 'others',
  leaving: null,
  hasForeignStake: false,
  lovelace: '1500000',
  assets: [],
  datum: 'none',
  hasReferenceScript: false,
  ...change,
})

export const mintOf = (...assets: AssetAmount[]): TransactionSummary['mint'] => [
  { policyId, script: null, scriptOrigin: 'missing', lockSlot: null, lockTime: null, assets },
]

/** A transaction that does nothing, changed. */
export const summaryWith = (change: Partial<TransactionSummary> = {}): TransactionSummary => ({
  txId: 'cd'.repeat(32),
  network: { id: 0, name: 'devnet', isGuess: false },
  fee: '190000',
  minimumFee: null,
  inputs: [],
  collateral: [],
  referenceInputs: [],
  outputs: [],
  netChange: { lovelace: '0', assets: [] },
  unprovedInputs: 0,
  collateralReturn: null,
  totalCollateral: null,
  scriptFields: [],
  mint: [],
  metadata: null,
  metadataHash: 'none',
  validity: { invalidBefore: null, invalidHereafter: null },
  also: [],
  signers: [],
  scripts: [],
  signatures: [],
  missing: { keys: [], choices: [], scripts: [], unknownInputs: 0, byronInputs: 0 },
  isComplete: true,
  size: { bytes: 300, signedBytes: 400, limit: 16384, isWithinLimit: true },
  imbalance: null,
  ...change,
})
