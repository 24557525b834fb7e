"""What the simulators need from the machine: a real embedding model, and orders to fail."""

from local.host.faults import Call, Fault, FaultOrderError
from local.host.server import HostServer

__all__ = ["Call", "Fault", "FaultOrderError", "HostServer"]
