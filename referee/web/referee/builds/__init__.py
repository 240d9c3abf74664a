"""What the referee's page of games with builds shows."""
