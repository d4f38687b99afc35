/**
 * The protocol parameters of mainnet in epoch 645 (July 2026, protocol 11.0), cost models included,
 * as Blockfrost answers them. Source: https://github.com/scalus3/scalus (Apache-2.0),
 * scalus-core/shared/src/main/resources/blockfrost-params-epoch-645.json. scalus 0.17.0 validates
 * with the same fees and limits, which cannot be changed.
 */
import protocolParameters from '../../resources/devnet/protocol-parameters.json' with { type: 'json' }

export { protocolParameters }
