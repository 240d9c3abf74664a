"""The referee's page of games with builds."""
