import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { configByKey } from '#contract/settings/configCalls.ts';
import { type AgentSource, SOURCE_LABEL } from '#domain/agent.ts';

/**
 * The labels of an agent's source. Two of them can be set in the configuration (B9.10); without a setting, or before it is loaded, our own labels
 * are used.
 */
export function useSourceLabels(): Readonly<Record<AgentSource, string>> {
  const first = useQuery(queryFor(configByKey, { key: 'agent_source_staff_1' })).data?.data.value;
  const second = useQuery(queryFor(configByKey, { key: 'agent_source_staff_2' })).data?.data.value;
  return {
    ...SOURCE_LABEL,
    STAFF_1: first?.trim() || SOURCE_LABEL.STAFF_1,
    STAFF_2: second?.trim() || SOURCE_LABEL.STAFF_2,
  };
}
