import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { configByKey } from '#contract/settings/configCalls.ts';
import { type AgentSource, SOURCE_LABEL } from '#domain/agent.ts';

/** Labels of agent sources. The two staff sources have the operator's labels (B9.10), or ours while no setting is loaded. */
export function useSourceLabels(): Readonly<Record<AgentSource, string>> {
  const first = useQuery(queryFor(configByKey, { key: 'agent_source_staff_1' })).data?.data.value;
  const second = useQuery(queryFor(configByKey, { key: 'agent_source_staff_2' })).data?.data.value;
  return {
    ...SOURCE_LABEL,
    STAFF_1: first?.trim() || SOURCE_LABEL.STAFF_1,
    STAFF_2: second?.trim() || SOURCE_LABEL.STAFF_2,
  };
}
