import { protocolParameters } from '#devnet/protocol-parameters.ts'
import { epochSlots, secondsOf } from '#devnet/routes/slots.ts'

/*
 * `ProtocolParameters` and `Genesis<Shelley>` of Ogmios with every field that they must have. Source:
 * https://github.com/CardanoSolutions/ogmios/tree/435189a/docs/static/api, `cardano.json` of v6.14 and v7.0.
 */

export type OgmiosVersion = 6 | 7

const ada = (lovelace: number | string) => ({ ada: { lovelace: Number(lovelace) } })
const bytes = (count: number | string) => ({ bytes: Number(count) })

/** A fraction as a text of two whole numbers. */
const ratio = (value: number): string => {
  const digits = 10 ** 10
  return `${Math.round(value * digits)}/${digits}`
}

const units = (memory: string, cpu: string) => ({ memory: Number(memory), cpu: Number(cpu) })

/** @param version names the most bytes of reference scripts, and their most in a block */
export const ogmiosParameters = (version: OgmiosVersion) => {
  const given = protocolParameters
  const scriptBytes = bytes(204_800)
  return {
    minFeeCoefficient: given.min_fee_a,
    minFeeConstant: ada(given.min_fee_b),
    minFeeReferenceScripts: { base: 15.0, range: 25_600, multiplier: 1.2 },
    minUtxoDepositCoefficient: Number(given.coins_per_utxo_size),
    minUtxoDepositConstant: ada(0),
    maxBlockBodySize: bytes(given.max_block_size),
    maxBlockHeaderSize: bytes(given.max_block_header_size),
    maxTransactionSize: bytes(given.max_tx_size),
    maxValueSize: bytes(given.max_val_size),
    stakeCredentialDeposit: ada(given.key_deposit),
    stakePoolDeposit: ada(given.pool_deposit),
    stakePoolRetirementEpochBound: given.e_max,
    stakePoolPledgeInfluence: ratio(given.a0),
    minStakePoolCost: ada(given.min_pool_cost),
    desiredNumberOfStakePools: given.n_opt,
    monetaryExpansion: ratio(given.rho),
    treasuryExpansion: ratio(given.tau),
    collateralPercentage: given.collateral_percent,
    maxCollateralInputs: given.max_collateral_inputs,
    plutusCostModels: Object.fromEntries(
      Object.entries(given.cost_models_raw).map(([name, costs]) => [
        name.replace('PlutusV', 'plutus:v'),
        costs,
      ]),
    ),
    scriptExecutionPrices: { memory: ratio(given.price_mem), cpu: ratio(given.price_step) },
    maxExecutionUnitsPerTransaction: units(given.max_tx_ex_mem, given.max_tx_ex_steps),
    maxExecutionUnitsPerBlock: units(given.max_block_ex_mem, given.max_block_ex_steps),
    ...(version === 6
      ? { maxReferenceScriptsSize: scriptBytes }
      : {
          maxReferenceScriptsSizePerTransaction: scriptBytes,
          maxReferenceScriptsSizePerBlock: bytes(1_048_576),
        }),
    stakePoolVotingThresholds: {
      noConfidence: ratio(given.pvt_motion_no_confidence),
      constitutionalCommittee: {
        default: ratio(given.pvt_committee_normal),
        stateOfNoConfidence: ratio(given.pvt_committee_no_confidence),
      },
      hardForkInitiation: ratio(given.pvt_hard_fork_initiation),
      protocolParametersUpdate: { security: ratio(given.pvtpp_security_group) },
    },
    constitutionalCommitteeMinSize: Number(given.committee_min_size),
    constitutionalCommitteeMaxTermLength: Number(given.committee_max_term_length),
    governanceActionLifetime: Number(given.gov_action_lifetime),
    governanceActionDeposit: ada(given.gov_action_deposit),
    delegateRepresentativeVotingThresholds: {
      noConfidence: ratio(given.dvt_motion_no_confidence),
      constitution: ratio(given.dvt_update_to_constitution),
      constitutionalCommittee: {
        default: ratio(given.dvt_committee_normal),
        stateOfNoConfidence: ratio(given.dvt_committee_no_confidence),
      },
      hardForkInitiation: ratio(given.dvt_hard_fork_initiation),
      protocolParametersUpdate: {
        network: ratio(given.dvt_p_p_network_group),
        economic: ratio(given.dvt_p_p_economic_group),
        technical: ratio(given.dvt_p_p_technical_group),
        governance: ratio(given.dvt_p_p_gov_group),
      },
      treasuryWithdrawals: ratio(given.dvt_treasury_withdrawal),
    },
    delegateRepresentativeDeposit: ada(given.drep_deposit),
    delegateRepresentativeMaxIdleTime: Number(given.drep_activity),
    version: { major: given.protocol_major_ver, minor: given.protocol_minor_ver },
  }
}

export const ogmiosGenesis = (version: OgmiosVersion, magic: number) => ({
  era: 'shelley',
  startTime: new Date(secondsOf(0) * 1000).toISOString().replace('.000Z', 'Z'),
  networkMagic: magic,
  network: 'testnet',
  activeSlotsCoefficient: '1/20',
  securityParameter: 12,
  epochLength: epochSlots,
  slotsPerKesPeriod: 129_600,
  maxKesEvolutions: 62,
  slotLength: { milliseconds: 1000 },
  updateQuorum: 5,
  maxLovelaceSupply: 45_000_000_000_000_000,
  initialParameters: ogmiosParameters(version),
  initialDelegates: [],
  initialFunds: {},
  initialStakePools: { stakePools: {}, delegators: {} },
})
