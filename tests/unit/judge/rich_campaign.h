#pragma once

// A campaign with something of everything, which passes.

#include "campaign.h"

namespace evidence {

// Engine (two ranks, fresh), proxy (one, the same throughout), events (no process); off, on, off; ready and
// end; on a base.
Plan rich_plan();
Campaign rich_campaign(const Plan& plan);
// The same with a fault of every kind that its plan can show.
Campaign faulty_campaign(const Plan& plan);

}  // namespace evidence
